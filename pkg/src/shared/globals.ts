// What the client's declarations name of the web platform: the types that a program has of it, or the members that
// are used where its compiler has none.

/** The instances of a global class. */
type Global<Name extends string, Otherwise> = typeof globalThis extends {
  [Key in Name]: { prototype: infer Instance };
}
  ? Instance
  : Otherwise;

/** The program's `AbortSignal`, or the members that are used of one. */
export type AbortSignalLike = Global<'AbortSignal', { readonly aborted: boolean; readonly reason: unknown }>;
/** The program's `URL`, or the member that is used of one. */
export type UrlLike = Global<'URL', { readonly href: string }>;
/** The program's `Headers`, or the method that is used of them. */
export type HeadersLike = Global<'Headers', { get(name: string): string | null }>;
/** The program's `Response`, or the members that are used of one. */
export type ResponseLike = Global<
  'Response',
  { readonly status: number; readonly headers: HeadersLike; text(): Promise<string> }
>;
/** What WebAssembly is compiled from, beside its bytes: `Request`, `Response` or `WebAssembly.Module`. */
export type WasmObjectLike =
  | Global<'Request', { readonly url: string }>
  | ResponseLike
  | (typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } } ? Module : never);
