import { codes, refuse } from "../envelope.ts";

/** Larger than any request the service needs. */
const maxBytes = 4 * 1024 * 1024;
const maxDepth = 100;

/** The path whose body is a statement. */
export const statementPath = "/logs/explorer/query/sql";

/** The JSON body of a request, or a statement; undefined when it is empty. */
export async function readBody(request: Request): Promise<unknown> {
  if (request.method === "GET" || request.method === "HEAD" || !request.body) return undefined;
  const text = await readText(request.body);
  if (text === "") return undefined;
  if (new URL(request.url).pathname.endsWith(statementPath)) return text;
  if (!/^application\/([\w.-]+\+)?json\b/i.test(request.headers.get("content-type") ?? ""))
    refuse(
      415,
      codes.unreadableBody,
      "The body needs the header 'Content-Type: application/json'.",
    );
  if (isTooDeep(text))
    refuse(400, codes.unreadableBody, `The body is nested more than ${maxDepth} levels deep.`);
  try {
    return JSON.parse(text);
  } catch {
    refuse(400, codes.unreadableBody, "The body is not valid JSON.");
  }
}

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) refuse(413, codes.unreadableBody, "The body is too large.");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Whether the value is nested too deeply: serializing it later recurses once per level. */
function isTooDeep(text: string): boolean {
  let levels = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') inString = !inString;
    else if (inString) i += character === "\\" ? 1 : 0;
    else if (character === "{" || character === "[") levels++;
    else if (character === "}" || character === "]") levels--;
    if (levels > maxDepth) return true;
  }
  return false;
}
