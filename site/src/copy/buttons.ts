import { copiedFor, copyText } from "./clipboard.ts";

/** Adds a button to each code block of the documentation. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll(".code")) {
    const code = block.querySelector("code");
    if (code) block.append(buttonFor(code));
  }
}

function buttonFor(code: HTMLElement): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  // Announces that it was copied.
  button.ariaLive = "polite";
  button.addEventListener("click", async () => {
    button.textContent = (await copyText(textOf(code))) ? "Copied" : "Not allowed";
    setTimeout(() => {
      button.textContent = "Copy";
    }, copiedFor);
  });
  return button;
}

/** Without the lines that show a diagnostic, which are in elements of their own. */
function textOf(code: HTMLElement): string {
  return [...code.childNodes]
    .filter((it) => it.nodeType === Node.TEXT_NODE)
    .map((it) => it.textContent)
    .join("");
}
