// The label's source of the CommonJS build for bundlers and for tests in a
// pretended browser: the file as text.

export async function source() {
  const text = await import('../../../dist/label.base64.js');
  return text.default();
}
