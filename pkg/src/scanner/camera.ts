import type { BarcodeDetectorClass, Decoder } from './types.js';
import type { SeenCode } from './codes.js';
import { FORMATS } from './codes.js';

/** The time between two looks, in milliseconds. */
const PAUSE = 150;

const native = (): BarcodeDetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector;

/**
 * Whether there may be a camera that is read: `insecure` where browsers give none, because the page is not protected by
 * https.
 */
export function availability(decoder: Decoder | null | undefined): 'none' | 'insecure' | 'available' {
  if (!native() && !decoder) return 'none';
  if (globalThis.isSecureContext === false) return 'insecure';
  return (navigator as Partial<Navigator>).mediaDevices ? 'available' : 'none';
}

/** What reads barcodes: the browser, if it knows those of products, or else the page's decoder. */
async function detector(decoder: Decoder | null | undefined) {
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
 */
export async function watch<T>(
  video: HTMLVideoElement,
  decoder: Decoder | null | undefined,
  read: (code: SeenCode) => Promise<T | undefined>,
  signal: AbortSignal,
): Promise<T | undefined> {
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
