// Tables as comma-separated values (RFC 4180), for spreadsheet programs.

/**
 * The place before what a spreadsheet program would take for a formula, or for a
 * command: at the beginning of a cell, be it behind what is not seen, and behind
 * what parts cells elsewhere than here. Some read wide signs as well.
 */
const FORMULA = /(^[\s\u200b-\u200f\u2060\ufeff]*|[;\t]\s*)(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

function cell(value) {
  // Suppliers' words: an apostrophe makes them text wherever they are opened.
  const safe = String(value ?? '').replace(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
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
