"""All that depends on a language: sentences, numbers, lists, and the alternatives of figures."""
