// The scanner without a browser: which codes it takes, when its camera is off, and its words.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { afterEach, it } from 'node:test';
import { availability, watch } from '../../pkg/dist/src/scanner/camera.js';
import { expanded, gtinIn, readSeen } from '../../pkg/dist/src/scanner/codes.js';

// Node 20 has none.
globalThis.navigator ??= {};

const GTIN = '09520000000004';

it('reads a GTIN from digits, from GS1 element strings and from Digital Links', async () => {
  for (const [text, gtin] of [
    ['9520000000004', GTIN],
    [' 952 0000-000004 ', GTIN],
    [`(01)${GTIN}(10)AB`, GTIN],
    [`]d2${'01'}${GTIN}10AB`, GTIN],
    [`https://shop.example/01/${GTIN}?17=270101`, GTIN],
    ['96385074', '00000096385074'],
    ['', undefined],
    ['milk', undefined],
    ['https://shop.example/12345678/offer', undefined],
  ])
    assert.equal(await gtinIn(text), gtin, text);
});

it('takes what a camera sees only if it is certain', async () => {
  for (const [format, rawValue, gtin] of [
    ['ean_13', '9520000000004', GTIN],
    ['ean_13', '9520000000005', undefined],
    // Pairs that were read in part, with a check digit that is right by chance.
    ['itf', '96385074', undefined],
    ['itf', GTIN, GTIN],
    ['qr_code', 'https://shop.example/offers', undefined],
    ['qr_code', `https://id.gs1.org/01/${GTIN}`, GTIN],
    ['qr_code', 'https://id.gs1.org/01/09520000000005', undefined],
    // As eight digits alone it would be an EAN-8.
    ['upc_e', '04252614', '00042100005264'],
    ['upc_e', '042100005264', '00042100005264'],
    ['upc_e', '96385074', undefined],
  ])
    assert.equal((await readSeen({ format, rawValue }))?.gtin, gtin, `${format} ${rawValue}`);
  // Whoever reads the text finds the same product.
  assert.equal((await readSeen({ format: 'upc_e', rawValue: '04252614' })).text, '042100005264');
});

it('gives a UPC-E the zeros that it leaves out', () => {
  for (const [short, long] of [
    ['01234505', '012000003455'],
    ['01234514', '012100003454'],
    ['01234523', '012200003453'],
    ['01234531', '012300000451'],
    ['01234543', '012340000053'],
    ['01234558', '012345000058'],
    ['01234565', '012345000065'],
    ['01234593', '012345000093'],
    ['21234565', undefined],
  ])
    assert.equal(expanded(short), long, short);
});

it('reads a typed UPC-E, where its digits are no EAN-8', async () => {
  for (const [typed, gtin] of [
    ['04252614', '00042100005264'],
    ['0 425261 4', '00042100005264'],
    ['96385074', '00000096385074'],
    ['04252615', '00000004252615'],
    // Right as both: nothing says that it is a UPC-E.
    ['00000116', '00000000000116'],
  ])
    assert.equal(await gtinIn(typed), gtin, typed);
});

/** A camera that shows nothing, and a detector that sees these codes, one at a look. */
function fakeCamera(codes) {
  const track = { readyState: 'live', stop: () => (track.readyState = 'ended') };
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] };
  let looks = 0;
  class BarcodeDetector {
    async detect() {
      looks += 1;
      const code = codes[Math.min(looks, codes.length) - 1];
      if (code instanceof Error) throw code;
      return code;
    }
  }
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: async () => stream },
  });
  return { track, decoder: async () => ({ BarcodeDetector }), video: { play: async () => {} } };
}

afterEach(() => {
  delete navigator.mediaDevices;
  delete globalThis.BarcodeDetector;
  delete globalThis.isSecureContext;
});

const read = async ({ rawValue }) => (rawValue === 'right' ? rawValue : undefined);
const { signal } = new AbortController();

it('goes on looking until a code has a GTIN, and then the camera is off', async () => {
  const { track, decoder, video } = fakeCamera([
    [],
    [{ rawValue: 'wrong' }],
    [{ rawValue: 'wrong' }, { rawValue: 'right' }],
  ]);
  assert.equal(await watch(video, decoder, read, signal), 'right');
  assert.deepEqual([track.readyState, video.srcObject], ['ended', null]);
});

it('the camera is off after a failure, after the end, and where it was ended before it began', async () => {
  const failing = fakeCamera([new Error('no memory')]);
  await assert.rejects(watch(failing.video, failing.decoder, read, signal), /no memory/);
  assert.equal(failing.track.readyState, 'ended');
  const ended = new AbortController();
  const endless = fakeCamera([[]]);
  const looking = watch(endless.video, endless.decoder, read, ended.signal);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(endless.track.readyState, 'live');
  ended.abort();
  assert.equal(await looking, undefined);
  assert.equal(endless.track.readyState, 'ended');
  const late = fakeCamera([[]]);
  assert.equal(await watch(late.video, late.decoder, read, ended.signal), undefined);
  assert.equal(late.track.readyState, 'ended');
  const taken = fakeCamera([[]]);
  taken.track.readyState = 'ended';
  await assert.rejects(watch(taken.video, taken.decoder, read, signal), /camera is gone/);
});

it('the camera is off at once where it is ended while a decoder is on its way, and another look goes on', async () => {
  const { track, video } = fakeCamera([]);
  let arrive;
  const slow = () => new Promise((resolve) => (arrive = resolve));
  const ended = new AbortController();
  const looking = watch(video, slow, read, ended.signal);
  await new Promise((resolve) => setTimeout(resolve, 20));
  ended.abort();
  assert.deepEqual([track.readyState, video.srcObject], ['ended', null]);
  const next = { another: 'stream' };
  video.srcObject = next;
  arrive(class {});
  assert.equal(await looking, undefined);
  assert.equal(video.srcObject, next);
});
it('the browser reads barcodes if it knows those of products, and else the decoder of the page', async () => {
  const seeing = (given) => {
    const { video, decoder } = fakeCamera([[{ rawValue: 'right' }]]);
    return watch(video, given ?? decoder, read, signal);
  };
  const asked = [];
  globalThis.BarcodeDetector = class {
    static getSupportedFormats = async () => this.formats;
    constructor({ formats }) {
      asked.push(formats);
    }
    detect = async () => [{ rawValue: 'right' }];
  };
  BarcodeDetector.formats = ['qr_code'];
  assert.equal(await seeing(), 'right');
  assert.deepEqual(asked, []);
  await assert.rejects(
    seeing(async () => undefined),
    /nothing here reads/,
  );
  BarcodeDetector.formats = ['qr_code', 'ean_13', 'aztec'];
  assert.equal(await seeing(), 'right');
  assert.deepEqual(asked, [['ean_13', 'qr_code']]);
});

it('there is a camera where something reads it, and the page is protected', () => {
  const { decoder } = fakeCamera([[]]);
  assert.equal(availability(null), 'none');
  assert.equal(availability(decoder), 'available');
  globalThis.isSecureContext = false;
  assert.equal(availability(decoder), 'insecure');
  assert.equal(availability(null), 'none');
  globalThis.isSecureContext = true;
  delete navigator.mediaDevices;
  assert.equal(availability(decoder), 'none');
});

it('all its words are shown, and there is none that is not', async () => {
  const folder = new URL('../../pkg/src/scanner/', import.meta.url);
  const sources = await Promise.all((await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8')));
  const messages = JSON.parse(await readFile(new URL('../../src/messages/en-GB.json', import.meta.url), 'utf8'));
  const words = Object.keys(messages).flatMap((key) => /^scanner\.(.*)/.exec(key)?.[1] ?? []);
  const view = sources.join('\n');
  const used = [...view.matchAll(/(?:words|#tell)\((?:isOpen \? )?'(\w+)'(?: : '(\w+)')?/g)].flatMap(([, ...keys]) =>
    keys.filter(Boolean),
  );
  assert.deepEqual([...new Set([...used, 'hint'])].sort(), words.sort());
});
