"""The counters: pieces with their devices, flat, folded, punched or standing."""
