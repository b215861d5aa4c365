// Today's ClickHouse, compiled to WebAssembly, behind its HTTP interface: a statement in, its answer or error out. Prints its port.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const [packageUrl = ""] = process.argv.slice(2);
const { AsyncChdb } = await import(new URL("dist/index.js", packageUrl).href);
const database = await AsyncChdb.create({ moduleUrl: new URL("dist/chdb.mjs", packageUrl).href });

const server = createServer(async (request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  const statement = `${searchParams.get("query") ?? ""}${await text(request)}`;
  try {
    const answer = await database.query(statement, searchParams.get("default_format") ?? "TSVRaw");
    response.end(answer.text());
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.message : String(error));
  }
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" ? address?.port : address);
});

// Ends with the program that started it.
process.stdin.resume().on("end", () => process.exit(0));
