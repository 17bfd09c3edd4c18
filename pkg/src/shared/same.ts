/** Whether two objects have the same members. */
export function same<T extends object>(a: T | undefined, b: T | undefined): boolean {
  return Boolean(a && b) && (Object.keys(a as T) as (keyof T)[]).every((key) => (a as T)[key] === (b as T)[key]);
}
