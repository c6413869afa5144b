// PNG files: how large their pixels are on paper, which a canvas does not write.

/** Where the first chunk ends: the signature, then its length, its name, 13 bytes and its sum. */
const HEADER_END = 8 + 4 + 4 + 13 + 4;

/**
 * Returns a PNG with its number of pixels to the metre.
 * @param {Uint8Array} png as a canvas gives it
 * @param {number} density pixels to the metre
 */
export function withResolution(png, density) {
  const chunk = new Uint8Array(4 + 4 + 9 + 4);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, 9);
  chunk.set(new TextEncoder().encode("pHYs"), 4);
  view.setUint32(8, Math.round(density));
  view.setUint32(12, Math.round(density));
  // the unit is the metre
  chunk[16] = 1;
  view.setUint32(17, checksum(chunk.subarray(4, 17)));
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, HEADER_END));
  whole.set(chunk, HEADER_END);
  whole.set(png.subarray(HEADER_END), HEADER_END + chunk.length);
  return whole;
}

/** Returns the CRC-32 of bytes. */
function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
