// A page that is opened as a file cannot load modules: it shows that, and how to open it. No module itself, for that reason.
if (location.protocol === "file:") {
  for (const each of document.querySelectorAll("[data-place]")) each.hidden = false;
}
