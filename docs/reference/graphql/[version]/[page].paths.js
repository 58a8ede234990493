import { PAGES, referencePage, VERSIONS, WATCHED } from '../../../.vitepress/graphql.js';

export default {
  watch: WATCHED,
  paths: () =>
    VERSIONS.flatMap((version) =>
      Object.keys(PAGES).map((page) => ({
        params: { version, page },
        content: referencePage(version, page),
      })),
    ),
};
