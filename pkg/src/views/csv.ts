// Tables as comma-separated values (RFC 4180), for spreadsheet programs.

/**
 * The position before what a spreadsheet program would read as a formula or a
 * command: at the beginning of a cell, even after invisible characters, and after
 * what separates cells in other formats. Some programs read full-width signs as well.
 */
const FORMULA = /(^[\s\u200b-\u200f\u2060\ufeff]*|[;\t]\s*)(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

function cell(value: unknown) {
  // Suppliers' text: with an apostrophe every program reads it as text.
  const safe = String(value ?? '').replace(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf(rows: unknown[][]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Offers a text as a file, as a link with `download` would. */
export function download(text: string, name: string): void {
  // By the byte order mark spreadsheet programs recognise UTF-8.
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // After the browser has begun the download.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
