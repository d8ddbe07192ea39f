/** Languages in which a text has other files put into it, by what says so there; and the programs that read them. Pure data. */
import { byNames } from './byNames';

/** Headers of the system are nobody's. */
const c = /^\s*(#|%:|\?\?=)\s*(include|include_next|import|embed)\b(?!\s*<\w[\w/+-]*(\.h(h|pp)?)?>)|\b_?_?asm\b|\.incbin/m;
/** Macros put a directive together. */
const assembly = /(^|[\s;%.])(incbin|include|macro|define|irpc?|rept|altmacro)\b/im;
const style = /@(import|use|forward|require|plugin)\b|\b(url|data-uri|load-css|image-size|image-width|embedurl|json)\s*\(/i;
const markup =
  /^\s*\.\.\s+(\|[^|]*\|\s*)?[\w-]+::|^\s*#\+(include|setupfile)|\binclude\w*::|\bimage::?|!\[[^\]]*\]|\\\w*(input|include|import)\w*|\{\{<?\s*(include|embed)|\{[!%]|<\w+\s[^>]*\b(src|href|data)\s*=|:(file|url):/im;
/** A request may go by another name once it was given one. */
const roff =
  /(^|\\n)\s*['.]\s*\\?\s*(so|mso|soquiet|msoquiet|open|opena|sy|pso|psbb|psfile|PSPIC|cf|trf|nx|hcf|img|als|rnn?|ec|cc|c2|de1?|am1?|di|eo|do)\b|\\[XN]/m;
const xml = /<!(DOCTYPE|ENTITY)|x?include|\bimport\b|\b(document|unparsed-text|doc|collection)\s*\(/i;
const template =
  /[{<[]\s*%|\b(include|extends|import|render|partial|file|load|source|datasource|read\w*|insert|glob)\b|[{<]{2}\s*[#>&~-]/i;

export const includes = byNames<RegExp>({
  'gcc g++ cc c++ clang clang++ cpp tcc icc icx nvcc gfortran glslc glslangValidator dxc shaderc mcpp avr-gcc emcc em++ zig windres rc dtc':
    c,
  'as gas nasm yasm fasm clang-as ca65 armasm wla': assembly,
  'ld ld.lld lld ld.gold ld.bfd mold': /\b(INPUT|GROUP|INCLUDE|STARTUP|SEARCH_DIR|OUTPUT|TARGET)\b/,
  'sass node-sass scss sassc lessc stylus postcss grass': style,
  'pandoc quarto rst2html rst2html5 rst2latex rst2man rst2xml rst2odt docutils asciidoctor asciidoctor-pdf asciidoc a2x mmark multimarkdown marp myst-parser typst texi2any makeinfo org-export weasyprint wkhtmltopdf prince':
    markup,
  'groff troff nroff gtroff geqn pic tbl grn soelim man mandoc heirloom-troff': roff,
  'plantuml d2 mscgen':
    /!\s*(include\w*|import|theme|function|procedure|definelong|\$)|<img|%\w*(load|get|file|json)|@|\bicon\s*:/i,
  'dot neato fdp sfdp twopi circo patchwork osage': /\b(image\w*|shapefile|fontpath|stylesheet|epsf\w*)\s*=|<img/i,
  'xmllint xsltproc xmlstarlet xml saxon xalan basex zorba fop rsvg-convert inkscape': xml,
  'jsonnet jrsonnet': /\bimport(str|bin)?\b/,
  'pkl nickel nls': /\b(import|read|extends|amends)\b/,
  'dhall dhall-to-json dhall-to-yaml': /(^|[\s([,=])(\.{0,2}|~)\/|\benv:/m,
  'terraform tofu terragrunt': /\b(file\w*|templatefile|abspath|pathexpand)\s*\(/,
  'gomplate j2 jinja jinja2 mustache handlebars hbs ejs ejs-cli pug nunjucks mako-render tpage ttree minijinja-cli tera gpp liquid twig consul-template':
    template,
  'ffmpeg ffplay ffprobe': /^\s*(file|stream|ffconcat)\b/im,
});
