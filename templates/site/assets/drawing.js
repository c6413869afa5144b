// The pages of one kit, drawn by pdf.js beside the page: when this worker ends, all that pdf.js has gathered ends with it.

/** The part of a page's document that pdf.js uses: a worker has none. */
const DOCUMENT = { fonts: self.fonts, createElement: () => new OffscreenCanvas(1, 1) };

let library = null;
let file = null;

onmessage = async ({ data: { id, folder, content, ...page } }) => {
  if (folder) {
    library = load(folder);
    // the opening of a kit says that it failed
    library.catch(() => {});
    return;
  }
  try {
    if (content) {
      const { getDocument } = await library;
      file = await getDocument({ data: content, ownerDocument: DOCUMENT, disableFontFace: !self.fonts }).promise;
      postMessage({ id });
    } else {
      const bitmap = await draw(page);
      postMessage({ id, bitmap }, [bitmap]);
    }
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};

/** Load pdf.js, and beside it the script of its worker, which then runs in this thread and begins no other. */
async function load(folder) {
  const [library] = await Promise.all(["pdf.min.mjs", "pdf.worker.min.mjs"].map((name) => import(new URL(name, folder).href)));
  return library;
}

/**
 * Draw a page as wide as is wanted.
 *
 * @param {{number: number, width: number, most: number}} page its number from 1, the pixels of its width, and the most of its picture
 * @returns {Promise<ImageBitmap>}
 */
async function draw({ number, width, most }) {
  const page = await file.getPage(number);
  const natural = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: Math.min(width / natural.width, Math.sqrt(most / (natural.width * natural.height))) });
  const canvas = new OffscreenCanvas(Math.floor(viewport.width), Math.floor(viewport.height));
  await page.render({ canvas, viewport }).promise;
  return canvas.transferToImageBitmap();
}
