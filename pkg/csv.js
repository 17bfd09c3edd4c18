// Tables as comma-separated values (RFC 4180), for spreadsheet programs.

/** A cell that a spreadsheet program would take for a formula, or for a command. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value) {
  const text = String(value ?? '');
  // Suppliers' words: an apostrophe makes them text wherever they are opened.
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a file with these rows. */
export function csvOf(rows) {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Offers a text as a file, as a link with `download` would. */
export function download(text, name) {
  // The mark tells spreadsheet programs that the letters are UTF-8.
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // After the browser has taken it up.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
