import { env, l10n, Uri, type Webview, type WebviewOptions } from "vscode";

/** The views of `views/src/`, each a script and a style sheet in `dist/`. */
export type ViewName = "form" | "lab" | "review" | "trace";

/** A view only loads files from our `dist/`. */
export function viewOptions(extension: Uri): WebviewOptions {
  return { enableScripts: true, localResourceRoots: [Uri.joinPath(extension, "dist")] };
}

/**
 * The page of a view. Its only script is ours, by its nonce. Nothing else is loaded, and nothing can be sent:
 * `default-src 'none'` covers connections, frames, forms and images, too.
 */
export function viewHtml(webview: Webview, extension: Uri, name: ViewName, title: string): string {
  const file = (it: string) => webview.asWebviewUri(Uri.joinPath(extension, "dist", it)).toString();
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${escaped(env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${escaped(file(`${name}.css`))}">
</head>
<body data-texts="${escaped(JSON.stringify(l10n.bundle ?? {}))}">
<script nonce="${nonce}" src="${escaped(file(`${name}.js`))}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot" };
  return text.replace(/[&<>"]/g, (it) => `&${names[it]};`);
}
