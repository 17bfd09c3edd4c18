// Constructable style sheets: a strict Content-Security-Policy allows them, unlike
// `<style>`.

/**
 * Gives a function that makes the style sheet of a text, one for each document:
 * a sheet cannot be adopted across documents.
 */
export function styleSheet(css) {
  const sheets = new WeakMap();
  return (document) => {
    let sheet = sheets.get(document);
    if (!sheet) {
      sheet = new document.defaultView.CSSStyleSheet();
      sheet.replaceSync(css);
      sheets.set(document, sheet);
    }
    return sheet;
  };
}
