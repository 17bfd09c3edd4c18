// How tests start Chromium.

/**
 * Chromium may crash while it starts, before it has seen a page, which says nothing of what is tested. Then
 * it is started once more, and the output says so. Any other failure is one, and so is a second crash.
 */
export async function startChromium(chromium, options) {
  try {
    return await chromium.launch(options);
  } catch (error) {
    if (!error.message.includes('Segmentation fault')) throw error;
    console.error('Chromium crashed while it started (segmentation fault), and is started once more');
    return chromium.launch(options);
  }
}
