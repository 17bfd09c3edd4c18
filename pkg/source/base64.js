// The source of the CommonJS build for bundlers and for tests in a pretended
// browser: CommonJS does not know its own address, so the file comes as text.

export async function source() {
  return (await import('../dist/client.base64.js')).default();
}
