// The source of the CommonJS build for bundlers and for tests in a pretended
// browser: CommonJS does not know its own address, so the file comes as text.

export async function source(name) {
  const text = await (name === 'tools'
    ? import('../../../dist/tools.base64.js')
    : import('../../../dist/client.base64.js'));
  return text.default();
}
