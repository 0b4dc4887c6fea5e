/** The address of a module's file (scripts/build/chunkUrl.ts). */
declare module '*?chunkUrl' {
  const url: string;
  export default url;
}
