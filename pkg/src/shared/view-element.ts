// The base class of the elements that WebAssembly always draws: the matrix, the view of changes and the scanner.

import type { DrawingDefinition } from './drawing.js';
import type { ViewDefinition } from './element.js';
import type { CommonView, ViewHandle } from './types.js';
import { Drawing } from './drawing.js';
import { PoolElement } from './element.js';

export class ViewElement<View extends CommonView = any, Handle extends ViewHandle<View> = any> extends PoolElement<
  View,
  Handle
> {
  /** For classes to define. */
  static view = {} as ViewDefinition & DrawingDefinition;

  /** @internal */
  drawing: Drawing<View, Handle> = new Drawing(this, (this.constructor as typeof ViewElement).view);

  /** @internal Loads the module and the messages; whether both are there. */
  prepare(): boolean {
    return this.drawing.prepare();
  }
}
