import { fileURLToPath } from 'node:url';
import { transformSync, types } from '@babel/core';
import lingui from '@lingui/babel-plugin-lingui-macro';
import { getConfig } from '@lingui/conf';
import { compileMessage } from '@lingui/message-utils/compileMessage';

const linguiConfig = getConfig({ cwd: fileURLToPath(new URL('.', import.meta.url)) });

/** Modules that import Lingui's macros. */
const HAS_MACROS = /from '@lingui\/(core|react)\/macro'/;

/**
 * Expands the macros in a module's source, and compiles its English messages, so that the panel shows them without a catalog
 * and without a parser. Returns null for a module without macros.
 *
 * @param {string} source
 * @param {string} filename
 */
export function expandMacros(source, filename) {
  if (!HAS_MACROS.test(source)) return null;
  return transformSync(source, {
    filename,
    configFile: false,
    babelrc: false,
    sourceMaps: true,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: [[lingui, { descriptorFields: 'message', linguiConfig }], compileMessages],
  });
}

/** Babel plugin that replaces the text of each message with its compiled form. */
function compileMessages() {
  return {
    visitor: {
      Program: {
        exit: (program) => program.traverse({ ObjectProperty: compileProperty }),
      },
    },
  };
}

function compileProperty({ node, parent }) {
  if (!parent.leadingComments?.some(({ value }) => value.includes('i18n'))) return;
  if (node.key.name !== 'message' || node.value.type !== 'StringLiteral') return;
  node.value = types.valueToNode(compileMessage(node.value.value));
}
