// A zod schema of the same shape as the field table: every field of every
// record, as a user would write it who wants types at run time.
//
// It asks what the table promises and no more: any field may be missing, and
// a field is null only where the service says so. Names that are not known
// pass and are dropped, which is zod's own way.

/**
 * The schemas of the bodies, made with the given zod from the table that
 * `cargo run --example fields-json` prints.
 */
export function schemas(z, { records, roots }) {
  const made = new Map();
  let fields = 0;

  function record(name) {
    if (!made.has(name)) {
      const members = records[name].map((field) => [field.name, member(field)]);
      fields += members.length;
      made.set(name, z.object(Object.fromEntries(members)));
    }
    return made.get(name);
  }

  function member({ shape, nullable }) {
    const value = schema(shape);
    return (nullable ? value.nullable() : value).optional();
  }

  function schema(shape) {
    if (shape === 'text') return z.string();
    if (shape === 'integer') return z.number().int();
    if (shape === 'number') return z.number();
    if (shape === 'any') return z.unknown();
    if (shape.record) return record(shape.record);
    return z.array(schema(shape.list));
  }

  const product = z.object({ data: record(roots.product) });
  const products = record(roots.products);
  return { product, products, fields };
}
