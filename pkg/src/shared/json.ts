// JSON on pages whose scripts have changed what arrays are as JSON: Prototype.js and its like gave them
// a `toJSON`, which makes texts of them, and a product would lose what it declares.

/** The JSON text of a value; arrays are arrays. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, seen) {
    return Array.isArray(this[key]) ? this[key] : seen;
  });
