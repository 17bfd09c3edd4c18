// The package's other entries. This file must compile under `strict`.

import 'product-pool/iife';
import { init } from 'product-pool';
import bytes from 'product-pool/base64';
import card from 'product-pool/card.wasm';
import client from 'product-pool/client.wasm';

// Each is something that the client can be started with.
export const started: Promise<void>[] = [init(bytes()), init(card), init(client)];

// The classic script's global is the whole package.
const pool = new ProductPool.PoolClient({ baseUrl: '/pool' });
export const product: Promise<import('product-pool').Product> = pool.getProduct('a-product');
export const known: typeof import('product-pool').PoolError = ProductPool.PoolError;
