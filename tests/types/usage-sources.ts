// The package's other entries. This file must compile under `strict`.

import { init } from 'product-pool';
import text, { tools } from 'product-pool/base64';
import card from 'product-pool/card.wasm';
import client from 'product-pool/client.wasm';
import { init as initLabel } from 'product-pool/label';
import label from 'product-pool/label.wasm';

// Each is something that the client or the label can be started with.
export const started: Promise<void>[] = [init(text(), { tools: tools() }), init(card), init(client), initLabel(label)];
