// Constructable style sheets: a strict Content-Security-Policy allows them, unlike
// `<style>`.

/** Returns a function that makes the style sheet for a document: a sheet cannot be adopted across documents. */
export function styleSheet(css: string) {
  const sheets: WeakMap<Document, CSSStyleSheet> = new WeakMap();
  return (document: Document): CSSStyleSheet => {
    let sheet = sheets.get(document);
    if (!sheet) {
      const window = document.defaultView as Window & typeof globalThis;
      sheet = new window.CSSStyleSheet();
      // The DOM of unit tests, such as jsdom, has none of these styles.
      sheet.replaceSync?.(css);
      sheets.set(document, sheet);
    }
    return sheet;
  };
}
