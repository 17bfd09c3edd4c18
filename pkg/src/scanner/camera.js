// The camera as a reader of barcodes.

/** @import { BarcodeDetectorClass, Decoder } from '../../types/scanner.js' */
/** @import { SeenCode } from './codes.js' */

import { FORMATS } from './codes.js';

/** The time between two looks, in milliseconds. */
const PAUSE = 150;

/** The browser's own class, where it has one. @returns {BarcodeDetectorClass | undefined} */
const native = () => /** @type {{ BarcodeDetector?: BarcodeDetectorClass }} */ (globalThis).BarcodeDetector;

/**
 * Whether there may be a camera that is read: `insecure` where browsers give none, because the page is not protected by
 * https.
 * @param {Decoder | null | undefined} decoder
 */
export function availability(decoder) {
  if (!native() && !decoder) return 'none';
  if (globalThis.isSecureContext === false) return 'insecure';
  return /** @type {Partial<Navigator>} */ (navigator).mediaDevices ? 'available' : 'none';
}

/**
 * What reads barcodes: the browser, if it knows those of products, or else the page's decoder.
 * @param {Decoder | null | undefined} decoder
 */
async function detector(decoder) {
  const Native = native();
  const known = (await Native?.getSupportedFormats?.()) ?? [];
  if (Native && known.includes('ean_13')) return new Native({ formats: FORMATS.filter((one) => known.includes(one)) });
  const given = await decoder?.();
  const Given = given && 'BarcodeDetector' in given ? given.BarcodeDetector : given;
  if (!Given) throw new Error('nothing here reads the barcodes of products');
  return new Given({ formats: FORMATS });
}

/**
 * Shows the camera in `video` until `read` finds something in a code, and returns that; undefined once `signal` is
 * aborted. Rejects where there is no camera, or the visitor does not allow it. The camera is off when this settles, and
 * as soon as `signal` is aborted.
 *
 * @template T
 * @param {HTMLVideoElement} video
 * @param {Decoder | null | undefined} decoder
 * @param {(code: SeenCode) => Promise<T | undefined>} read
 * @param {AbortSignal} signal
 * @returns {Promise<T | undefined>}
 */
export async function watch(video, decoder, read, signal) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    // Another look may have begun meanwhile.
    if (video.srcObject === stream) video.srcObject = null;
  };
  // At once: a decoder may be on its way for long.
  signal.addEventListener('abort', stop);
  try {
    if (signal.aborted) return undefined;
    video.srcObject = stream;
    const [codes] = await Promise.all([detector(decoder), video.play()]);
    while (!signal.aborted) {
      if (stream.getVideoTracks().every(({ readyState }) => readyState === 'ended'))
        throw new Error('the camera is gone');
      for (const code of await codes.detect(video)) {
        const found = await read(code);
        if (signal.aborted) return undefined;
        if (found !== undefined) return found;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    return undefined;
  } catch (error) {
    // A video that is taken away while it starts fails too.
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
