"""The marks beside parts: cut marks, letters, the ruler, registration marks, and the printer's test sheet."""
