// Constructable style sheets: a strict Content-Security-Policy allows them, unlike
// `<style>`.

/**
 * Returns a function that makes the style sheet for a document: a sheet cannot be
 * adopted across documents.
 * @param {string} css
 */
export function styleSheet(css) {
  /** @type {WeakMap<Document, CSSStyleSheet>} */
  const sheets = new WeakMap();
  return (/** @type {Document} */ document) => {
    let sheet = sheets.get(document);
    if (!sheet) {
      const window = /** @type {Window & typeof globalThis} */ (document.defaultView);
      sheet = new window.CSSStyleSheet();
      // The DOM of unit tests, such as jsdom, has none of these styles.
      sheet.replaceSync?.(css);
      sheets.set(document, sheet);
    }
    return sheet;
  };
}
