import { codes, refuse } from "../envelope.ts";

/** More than any call of the service needs. */
const mostBytes = 4 * 1024 * 1024;
const mostLevels = 100;

/** The JSON that a request carries; undefined when it carries nothing. */
export async function readBody(request: Request): Promise<unknown> {
  if (request.method === "GET" || request.method === "HEAD" || !request.body) return undefined;
  const text = await readText(request.body);
  if (text === "") return undefined;
  if (!/^application\/([\w.-]+\+)?json\b/i.test(request.headers.get("content-type") ?? ""))
    refuse(
      415,
      codes.unreadableBody,
      "The body needs the header 'Content-Type: application/json'.",
    );
  if (isTooDeep(text))
    refuse(400, codes.unreadableBody, `The body is nested more than ${mostLevels} levels deep.`);
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
    if (size > mostBytes) refuse(413, codes.unreadableBody, "The body is too large.");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** What is read here is written again, and writing it needs a stack as deep as its brackets. */
function isTooDeep(text: string): boolean {
  let levels = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') inString = !inString;
    else if (inString) i += character === "\\" ? 1 : 0;
    else if (character === "{" || character === "[") levels++;
    else if (character === "}" || character === "]") levels--;
    if (levels > mostLevels) return true;
  }
  return false;
}
