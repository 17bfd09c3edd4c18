// Barcodes read with the camera, where the browser can: it asks for permission when the
// dialog is opened, and the camera is off again as soon as it is closed.

/**
 * The formats of codes on food. Not `upc_e`, whose eight digits would be taken for an EAN-8.
 */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'itf', 'code_128', 'qr_code', 'data_matrix'];

/** The time between two looks at the picture, in milliseconds. */
const PAUSE = 120;

/** Why there is no picture, by the name of the error. */
const REASONS = {
  NotAllowedError: 'The camera may not be used: allow it in the browser, or type the code.',
  NotFoundError: 'There is no camera. Type the code, or use a scanner.',
  NotReadableError: 'The camera is used by another program. Close that, or type the code.',
};

/** Whether the browser has what this takes. */
export const hasCamera = () => 'BarcodeDetector' in globalThis && Boolean(navigator.mediaDevices?.getUserMedia);

async function makeDetector() {
  const supported = await BarcodeDetector.getSupportedFormats();
  const formats = FORMATS.filter((format) => supported.includes(format));
  if (formats.length === 0) throw new Error('no format is supported');
  return new BarcodeDetector({ formats });
}

/**
 * Connects the dialog with the camera.
 * @param {{ dialog: HTMLDialogElement, video: HTMLVideoElement, status: HTMLElement }} parts
 * @param {(code: string) => void} found
 * @returns {() => Promise<void>} Opens the dialog.
 */
export function connectCamera({ dialog, video, status }, found) {
  /** @type {MediaStream | undefined} */
  let stream;

  function stop() {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = undefined;
    video.srcObject = null;
  }

  async function start() {
    const detector = await makeDetector();
    const own = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    // The dialog may have been closed while the browser asked for permission.
    if (!dialog.open || stream) {
      for (const track of own.getTracks()) track.stop();
      return;
    }
    stream = own;
    video.srcObject = stream;
    await video.play();
    status.textContent = 'Hold the barcode in front of the camera.';
    while (stream === own) {
      const [code] = await detector.detect(video);
      if (code?.rawValue && stream === own) {
        end();
        found(code.rawValue);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  /** At once: a page that is left gets no event of its dialog. */
  function end() {
    stop();
    dialog.close();
  }

  dialog.addEventListener('close', stop);
  addEventListener('pagehide', end);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) end();
  });

  return async () => {
    status.textContent = 'Waiting for the camera …';
    dialog.showModal();
    try {
      await start();
    } catch (error) {
      stop();
      status.textContent = REASONS[error?.name] ?? 'The camera cannot be used here. Type the code, or use a scanner.';
    }
  };
}
