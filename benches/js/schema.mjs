// A zod schema of the field table: every field of every record, as a user would
// write it for types at run time.
//
// It requires only what the table guarantees: any field may be missing, and a
// field may be null only where the service documents it. Unknown fields are
// accepted and dropped, zod's default.

/**
 * The schemas of the bodies, for a version of zod, from the output of
 * `cargo run --example fields-json`.
 */
export function schemas(z, { records, roots }) {
  const schemasByName = new Map();
  let fields = 0;

  function record(name) {
    if (!schemasByName.has(name)) {
      const members = records[name].map((field) => [field.name, member(field)]);
      fields += members.length;
      schemasByName.set(name, z.object(Object.fromEntries(members)));
    }
    return schemasByName.get(name);
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
