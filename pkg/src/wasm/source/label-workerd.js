// The label's source of the build for workerd, which gives a compiled module
// for an import.

import label from '../../../dist/label_bg.wasm';

export function source() {
  return label;
}
