// The nine operations over the real server and its catalogue, as curl calls them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call, readShowcase } from './support.mjs';

const [first] = (await readShowcase()).values();

describe('the service', () => {
  it('answers all nine operations to the demo token, and none without', async () => {
    const list = await (await call('/v2/products?limit=5')).json();
    const [{ pool_id: id, manufacturer }] = list.data;
    const { data: brands } = await (await call(`/v2/manufacturers/${manufacturer}/brands`)).json();
    const paths = [
      '/v2/products?limit=5',
      `/v2/products/${encodeURIComponent(id)}`,
      `/v2/products/gtin/${first.gtin}`,
      '/v2/manufacturers',
      `/v2/manufacturers/${manufacturer}`,
      `/v2/manufacturers/${manufacturer}/brands`,
      `/v2/manufacturers/${manufacturer}/brands/${brands[0].id}`,
      `/v2/images/${encodeURIComponent(id)}`,
    ];
    const { data } = await (await call(`/v2/products/gtin/${first.gtin}`)).json();
    paths.push(`/v2/images/${encodeURIComponent(data.pool_id)}/feature`);
    for (const path of paths) {
      const response = await call(path);
      assert.equal(response.status, 200, path);
      assert.match(response.headers.get('content-type'), /^application\/json/, path);
      assert.ok('data' in (await response.json()), path);
      for (const token of ['', 'wrong']) {
        const refused = await call(path, token);
        assert.equal(refused.status, 401, path);
        assert.equal(typeof (await refused.json()).message, 'string', path);
      }
    }
  });
});
