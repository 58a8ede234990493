import { t } from '@lingui/core/macro';
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The green used on the platform's other pages, from light to dark; shades 6 and 7 are used under white text. */
const LAKE: MantineColorsTuple = [
  '#e8f6f3',
  '#d2ebe6',
  '#a5d7cd',
  '#6fd3c4',
  '#4ab3a4',
  '#2b998a',
  '#15806f',
  '#0b6158',
  '#094f48',
  '#063b36',
];

/** Cool greys for the dark scheme: text, quiet text, lines, fields, paper, ground. */
const NIGHT: MantineColorsTuple = [
  '#edf0f0',
  '#c9d1d4',
  '#a3afb4',
  '#7d898f',
  '#46525a',
  '#37424a',
  '#262e34',
  '#1d2327',
  '#14181b',
  '#0e1113',
];

/** Returns the panel's look, with its few words in the panel's language. */
export const panelTheme = () =>
  createTheme({
    colors: { lake: LAKE, dark: NIGHT },
    primaryColor: 'lake',
    primaryShade: { light: 7, dark: 6 },
    defaultRadius: 'md',
    fontFamily: 'system-ui, sans-serif',
    headings: { fontFamily: 'ui-serif, Georgia, serif', fontWeight: '600' },
    respectReducedMotion: true,
    components: {
      Badge: { defaultProps: { tt: 'none', fw: 600, radius: 'sm', w: 'max-content' } },
      // Screen readers name its sliders, and the focus doesn't return to it after saving, because it would open.
      ColorInput: {
        defaultProps: {
          'aria-haspopup': 'dialog',
          saturationLabel: t`Saturation`,
          hueLabel: t`Hue`,
          alphaLabel: t`Opacity`,
        },
      },
      // A menu's children are its entries, and a dialog's header isn't the page's banner.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Modal: {
        defaultProps: {
          closeButtonProps: { 'aria-label': t`Close` },
          attributes: { header: { role: 'none' } },
        },
      },
    },
  });

/**
 * Ground, paper, line and quiet text colors from the platform's other pages; all text has a contrast of at
 * least 4.5 : 1.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--panel-ground': '#f7f6f2',
    '--panel-paper': '#ffffff',
    '--panel-line': '#d3d0c6',
    '--mantine-color-dimmed': '#5b666b',
    '--mantine-color-placeholder': '#6b757a',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1c2326',
    '--mantine-color-yellow-light': '#fdf0cd',
    '--mantine-color-yellow-light-color': '#6b4700',
    '--mantine-color-red-light': '#fce8e6',
    '--mantine-color-red-light-color': '#8f1d1d',
    '--mantine-color-gray-light': '#ecebe6',
    '--mantine-color-gray-light-color': '#49545a',
    '--mantine-color-lake-light': '#d9efea',
    '--mantine-color-lake-light-color': '#094f48',
    '--mantine-color-error': '#a02020',
    '--mantine-color-anchor': '#0b6158',
  },
  dark: {
    '--panel-ground': '#14181b',
    '--panel-paper': '#1d2327',
    '--panel-line': '#3a444a',
    '--mantine-color-dimmed': '#a3afb4',
    '--mantine-color-placeholder': '#98a3a8',
    '--mantine-color-body': '#1d2327',
    '--mantine-color-text': '#edf0f0',
    '--mantine-color-yellow-light': '#3d3216',
    '--mantine-color-yellow-light-color': '#f4d58a',
    '--mantine-color-red-light': '#45201f',
    '--mantine-color-red-light-color': '#ffb8b1',
    '--mantine-color-gray-light': '#2d363c',
    '--mantine-color-gray-light-color': '#c9d1d4',
    '--mantine-color-lake-light': '#143a35',
    '--mantine-color-lake-light-color': '#a5e0d6',
    '--mantine-color-error': '#ff9c94',
    '--mantine-color-anchor': '#6fd3c4',
  },
});
