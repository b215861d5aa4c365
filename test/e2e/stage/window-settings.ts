// Settings of the windows in tests.

/** Most tests are about other editors. */
const withoutWalkthrough = { "workbench.welcomePage.walkthroughs.openOnInstall": false };

/** Disables features that no test needs, and that take 20% of the rendering time. Pictures show the defaults, and hovers below the text. */
export const windowSettings: Readonly<Record<string, unknown>> = process.env.WEIR_PICTURES
  ? { ...withoutWalkthrough, "editor.hover.above": false }
  : {
      ...withoutWalkthrough,
      "breadcrumbs.enabled": false,
      "editor.accessibilitySupport": "off",
      "editor.bracketPairColorization.enabled": false,
      "editor.colorDecorators": false,
      "editor.cursorBlinking": "solid",
      "editor.folding": false,
      "editor.guides.indentation": false,
      "editor.hideCursorInOverviewRuler": true,
      "editor.lightbulb.enabled": "off",
      "editor.links": false,
      "editor.matchBrackets": "never",
      "editor.minimap.enabled": false,
      "editor.occurrencesHighlight": "off",
      "editor.overviewRulerLanes": 0,
      "editor.renderLineHighlight": "none",
      "editor.selectionHighlight": false,
      "editor.stickyScroll.enabled": false,
      "editor.unicodeHighlight.ambiguousCharacters": false,
      "editor.unicodeHighlight.invisibleCharacters": false,
      "explorer.autoReveal": false,
      "window.commandCenter": false,
      "workbench.layoutControl.enabled": false,
      "workbench.tree.enableStickyScroll": false,
    };
