// The links to a page in other languages: the choices on it, which stand in the address, are taken along.

for (const link of document.querySelectorAll(".foot a[hreflang]")) {
  link.addEventListener("click", () => {
    link.hash = location.hash;
  });
}
