/** The value of a key, which is made when it is first asked for. */
export function kept<Key, Value>(
  known: Pick<Map<Key, Value>, "get"> & { set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
  }
  return value;
}
