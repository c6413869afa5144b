// The links to a page in other languages: they keep what is chosen on it, which stands in the address.

for (const link of document.querySelectorAll(".foot a[hreflang]")) {
  link.addEventListener("click", () => {
    link.hash = location.hash;
  });
}
