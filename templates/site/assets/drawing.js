// The pages of one kit, drawn by pdf.js beside the page: when this worker ends, all that pdf.js has gathered ends with it.

/** What pdf.js needs of a page's document. */
const PAPER = { fonts: self.fonts, createElement: () => new OffscreenCanvas(1, 1) };

let library = null;
let file = null;

onmessage = async ({ data: { id, folder, content, ...page } }) => {
  if (folder) {
    library = load(folder);
    // whoever opens a kit hears of it
    library.catch(() => {});
    return;
  }
  try {
    if (content) {
      const { getDocument } = await library;
      file = await getDocument({ data: content, ownerDocument: PAPER, disableFontFace: !self.fonts }).promise;
      postMessage({ id });
    } else {
      const bitmap = await draw(page);
      postMessage({ id, bitmap }, [bitmap]);
    }
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};

/** Load pdf.js, whose own worker need not be another thread here: it is found where it leaves itself. */
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
