const token =
  /'([^']*)'|"\$(\w+)"|"((?:[^"\\$`]|\\.)*(?:\$\w+)?)"|\\(\n|.)|([\s]+)|([^\s'"\\$`]+)/gsy;

/** The words of a command as a POSIX shell parses it, with quotes removed and variables expanded. */
export function shellWords(
  command: string,
  variable: (name: string) => string = () => "",
): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let read = 0;
  for (const [whole, single, name, double, escaped, gap, bare] of command.matchAll(token)) {
    read += whole.length;
    if (gap !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (escaped !== "\n") {
      const named = name === undefined ? undefined : variable(name);
      word = (word ?? "") + (single ?? named ?? double ?? escaped ?? bare ?? "");
    }
  }
  if (read < command.length) throw new Error(`A shell would do more than that from ${read} on.`);
  if (word !== undefined) words.push(word);
  return words;
}
