// Barcodes from the camera, where the browser reads them itself: Chromium on phones and Macs.

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf', 'qr_code', 'data_matrix'];

/** Whether this page may use a camera, and this browser reads barcodes. */
export function canScan() {
  return 'BarcodeDetector' in window && Boolean(navigator.mediaDevices?.getUserMedia);
}

/**
 * Shows the camera in `video` until a barcode is seen, and returns what it says; nothing once the video
 * has left the page. Rejects where the visitor does not allow the camera, or there is none.
 */
export async function scan(video) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    const detector = new window.BarcodeDetector({ formats: FORMATS });
    video.srcObject = stream;
    await video.play();
    while (video.isConnected) {
      const [code] = await detector.detect(video);
      if (code) return code.rawValue;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
