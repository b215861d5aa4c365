// Replaces the extensions of HashiCorp and Red Hat, which provide features everywhere in their files.
const vscode = require("vscode");

const formatted = ["terraform", "hcl", "yaml"].map((language) => ({ language }));
// VS Code formats JSON itself, and would ask which formatter to use.
const files = [...formatted, { language: "json" }, { language: "markdown" }];

/** @param {vscode.ExtensionContext} context */
exports.activate = (context) => {
  const legend = new vscode.SemanticTokensLegend(["keyword"]);
  context.subscriptions.push(
    vscode.languages.registerHoverProvider(files, {
      provideHover: () => new vscode.Hover("stand-in hover"),
    }),
    vscode.languages.registerCompletionItemProvider(files, {
      provideCompletionItems: () => [new vscode.CompletionItem("stand-in completion")],
    }),
    vscode.languages.registerDocumentFormattingEditProvider(formatted, {
      provideDocumentFormattingEdits: () => [
        vscode.TextEdit.insert(new vscode.Position(0, 0), "# stand-in format\n"),
      ],
    }),
    vscode.languages.registerDocumentSemanticTokensProvider(
      files,
      {
        provideDocumentSemanticTokens(document) {
          const tokens = new vscode.SemanticTokensBuilder(legend);
          const offset = document.getText().indexOf("zone_id");
          const at = document.positionAt(offset);
          if (offset >= 0) tokens.push(at.line, at.character, "zone_id".length, 0);
          return tokens.build();
        },
      },
      legend,
    ),
  );
};
