import { useMonaco } from '@graphiql/react';
import { useEffect } from 'react';

const CLEAR = '#ffffff00';

/** Colors of the editors on GraphiQL's ground; all text has a contrast of at least 4.5 : 1. */
const THEMES = {
  'graphiql-LIGHT': {
    base: 'vs',
    paper: '#ffffff',
    accent: '#b00477',
    tint: '#d6059019',
    lineNumber: '#56606f',
    rules: [
      { token: 'argument.identifier.gql', foreground: '#5450b8' },
      { token: 'number', foreground: '#066245' },
      { token: 'comment', foreground: '#1c661c' },
    ],
  },
  'graphiql-DARK': {
    base: 'vs-dark',
    paper: '#212a3b',
    accent: '#ff8ab4',
    tint: '#ff579419',
    lineNumber: '#a9b3c4',
    rules: [
      { token: 'argument.identifier.gql', foreground: '#aaa5ff' },
      { token: 'comment', foreground: '#93c47d' },
    ],
  },
} as const;

/** Replaces the editors' themes, which GraphiQL defines when the editor has loaded, by ones with enough contrast. */
export function EditorThemes(): null {
  const monaco = useMonaco((state) => state.monaco);
  useEffect(() => {
    for (const [name, { base, paper, accent, tint, lineNumber, rules }] of Object.entries(THEMES)) {
      monaco?.editor.defineTheme(name, {
        base,
        inherit: true,
        rules: [...rules],
        colors: {
          'editor.background': CLEAR,
          'scrollbar.shadow': CLEAR,
          'editorLineNumber.foreground': lineNumber,
          'editorLineNumber.dimmedForeground': lineNumber,
          'editorWidget.background': paper,
          'editorHoverWidget.background': paper,
          'editorSuggestWidget.background': paper,
          'editorSuggestWidget.selectedBackground': tint,
          'editorSuggestWidget.selectedForeground': accent,
          'editorSuggestWidget.highlightForeground': accent,
          'editorSuggestWidget.focusHighlightForeground': accent,
          'list.hoverBackground': tint,
          'list.highlightForeground': accent,
          'list.focusHighlightForeground': accent,
          'menu.background': paper,
          'menu.selectionBackground': tint,
          'menu.selectionForeground': accent,
          'quickInput.background': paper,
          'quickInputList.focusBackground': tint,
          'quickInputList.focusForeground': accent,
          'pickerGroup.foreground': accent,
          'textLink.foreground': accent,
          'textLink.activeForeground': accent,
          'editorLink.activeForeground': accent,
          focusBorder: accent,
        },
      });
    }
  }, [monaco]);
  return null;
}
