// The app serves this module of the SDK as /platform.js.
export * from '@platform/app-sdk/browser';
