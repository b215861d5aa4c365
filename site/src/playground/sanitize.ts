const allowed = new Set([
  ...["A", "B", "BLOCKQUOTE", "BR", "CODE", "DEL", "DIV", "EM", "H1", "H2", "H3", "H4", "HR", "I"],
  ...["LI", "OL", "P", "PRE", "SPAN", "STRONG", "TABLE", "TBODY", "TD", "TH", "THEAD", "TR", "UL"],
]);

/**
 * Keeps text and plain formatting. Weir writes the hovers, but they quote the text, which may come from an untrusted link.
 */
export function sanitize(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of [...body.querySelectorAll("*")]) {
    if (!allowed.has(element.tagName)) {
      element.remove();
      continue;
    }
    const link = element.getAttribute("href");
    for (const { name } of [...element.attributes]) {
      if (name !== "class") element.removeAttribute(name);
    }
    if (element.tagName === "A" && link && /^https:\/\//.test(link)) {
      element.setAttribute("href", link);
      element.setAttribute("target", "_blank");
      element.setAttribute("rel", "noreferrer");
    }
  }
  return body.innerHTML;
}
