import { expect, test } from "vitest";
import { nameIn, oneLine, placeText } from "../../client/src/labels.ts";

test("text from a service is one line", () => {
  const hostile = "Logins\nHost: https://good.example\u2028x\u202ey";
  expect(oneLine(hostile)).toBe("Logins Host: https://good.example x y");
});

test("a document is shown by its name", () => {
  const uris = ["file:///a/b%20c.lpfilter", "file:///a/b/", "untitled:Untitled-1"];
  expect(uris.map(nameIn)).toEqual(["b c.lpfilter", "b", "Untitled-1"]);
});

test("a target has the most precise label", () => {
  expect(placeText({ zone: "z" }, "shop.example.com")).toBe("shop.example.com");
  expect(placeText({ zone: "z" })).toBe("z");
  expect(placeText({ account: "a" })).toBe("account a");
  expect(placeText({})).toBe("no zone");
});

test("external text never becomes a link in a message, because links can run commands", () => {
  const hostile = "[Details](command:workbench.action.terminal.new)";
  // As the editor reads messages.
  const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)/;
  expect(link.test(hostile)).toBe(true);
  expect(link.test(oneLine(hostile))).toBe(false);
  expect(link.test(oneLine("[a]\u200b(command:x)"))).toBe(false);
});
