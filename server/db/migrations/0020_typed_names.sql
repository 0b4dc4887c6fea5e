-- The two keys of a name, as `sameKey` and `searchKey` of contract/textMatching.ts compute them; tests/database/textKeys.test.ts
-- compares both for every character. Each letter that is written otherwise in the key is listed, so that no locale of the database
-- counts; in three lists, because one takes PGlite a millisecond.
CREATE FUNCTION same_key(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  key text := value;
BEGIN
  IF octet_length(key) > length(key) THEN
    key := regexp_replace(normalize(translate(key, E'´΄᾽᾿῾´″‶', E'''''''''''''""'), NFKD),
      E'[\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u0711\\u0730-\\u074a\\u08ca-\\u08e1\\u08e3-\\u08ff\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c\\u0cbc\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f\\u0001-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffc\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff]', '', 'g');
  END IF;
  IF octet_length(key) > length(key) THEN
    -- Letters and signs of Latin and Arabic alphabets.
    IF key ~ E'[\\u0080-\\u036f\\u0590-\\u08ff\\u1d00-\\u2069\\u2c60-\\u2c7f\\u2e00-\\u30ff\\ua720-\\ua7ff\\uab30-\\uab6f]' THEN
      key := translate(key,
        E'\u0085«»ÆÐØÞðøĐđĦħıĸŁłŊŋŒŦŧƀƁƂƃƄƆƇƈƉƊƋƌƎƏƐƑƒƓƔƖƗƘƙƚƜƝƞƟƢƤƥƦƧƩƫƬƭƮƱƲƳƴƵƶƷƸƼƿǝǤǥǶǷȜȝȠȡȢȤȥȴȵȶȷȺȻȼȽȾȿɀɁɂɃɄɅɆɇɈɉɊɋɌɍɎɏɑɓɔɕɖɗəɛɟɠɡɣɦɨɩɫɬɭɱɲɳɵɼɽɾʂʃʈʉʊʋʐʑʒʔʕʝʠʹʻʼʽʾʿˈˊˋ־׳״ؠةى٠١٢٣٤٥٦٧٨٩ٱٲٳټډڒړڕکڪګڵںڼھہۃۄۆۇۈۉۊۋیۍێۏېےە۰۱۲۳۴۵۶۷۸۹ࢭᵽẞỺỼỾ‐‒–—―‘’‚‛“”„‟\u2028\u2029′‵⁃ⱠⱡⱢⱣⱤⱥⱦⱧⱨⱩⱪⱫⱬⱭⱮⱯⱰⱱⱲⱳⱵⱾⱿ⸗⸚⸺⸻⹀⹝〜〝〞〟〰゠ꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞌꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ',
        ' ""ædoþdoddhhikllnnœttbbbbƅoccddddeeeffggiikklɯnnoƣppʀƨsttttuvyyzzzƹƽweggƕwyyndȣzzlntjaccltsz''''buʌeejjqqrryyabocddeejggghiilllmnnorrrsstuuvzzz''''jq''''''''''''''''''-''"يهي0123456789اااتدررركككلننهههووووووويييوييه0123456789اpßỻỽỿ-----''''''''""""  ''''-lllprathhkkzzamɐɒvwwⱶsz-------"""--ꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇ''''ɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩhɜglɪʞʇjꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔsᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ');
      key := replace(replace(replace(replace(replace(replace(key, 'æ', 'ae'), 'þ', 'th'), 'ß', 'ss'), 'œ', 'oe'), 'ƕ', 'hv'), 'ȣ', 'ou');
    END IF;
    -- Greek, Cyrillic and Armenian.
    IF key ~ E'[\\u0370-\\u058f]' THEN
      key := translate(key,
        E'ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ՚֊',
        'ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ''-');
    END IF;
    -- Other scripts with capitals.
    IF key ~ E'[^\\u0001-\\u08ff\\u1d00-\\u2069\\u2c60-\\u2c7f\\u2e00-\\u30ff\\u3400-\\u9fff\\ua720-\\ua7ff\\uab30-\\uab6f\\uac00-\\ud7a3]' THEN
      key := translate(key,
        E'ႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵ᐀\u1680᠆ᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿℲↃ−ⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𐺭𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡',
        'ⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽ- -ᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿⅎↄ-ⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅-𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃');
    END IF;
  END IF;
  RETURN btrim(regexp_replace(
    translate(lower(key COLLATE "C"),
      E'`\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f', ''''),
    E'\\s+', ' ', 'g'));
END $$;--> statement-breakpoint
-- From a `same_key`, which it does not call: maintenance runs without a search path, and a restore drops the functions in any order.
CREATE FUNCTION search_key(key text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN btrim(regexp_replace(translate(key, '''".-', ''), ' +', ' ', 'g'));--> statement-breakpoint
DROP INDEX "account_by_text";--> statement-breakpoint
DROP INDEX "referral_same_name";--> statement-breakpoint
DROP INDEX "referral_same_phone";--> statement-breakpoint
DROP INDEX "site_live_name";--> statement-breakpoint
-- A name as possible duplicates are compared, from its `same_key`: its words in alphabetical order, as forms swap first and last
-- names; without apostrophes and full stops; a dash is a blank.
DROP FUNCTION compared_name(text);--> statement-breakpoint
CREATE FUNCTION compared_name(key text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN (
    SELECT string_agg(word, ' ' ORDER BY word COLLATE "C")
    FROM unnest(string_to_array(translate(key, '-"''.', '  '), ' ')) word
    WHERE word <> '');
END $$;--> statement-breakpoint
-- A phone number as possible duplicates are compared: its digits without an extension and the country code of the US.
DROP FUNCTION compared_phone(text);--> statement-breakpoint
CREATE FUNCTION compared_phone(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN nullif(regexp_replace(
    regexp_replace(
      regexp_replace(number, '([0-9][^0-9a-z]*)(ext[a-zó]*|x|#|int[a-z]*|anexo)[^0-9a-z]*[0-9]{1,6}[^0-9]*$', '\1', 'i'),
      '[^0-9]', '', 'g'),
    '^(1|001|0111)([0-9]{10})$', '\2'), '');--> statement-breakpoint
-- With it goes the index "referral_name_search".
ALTER TABLE "referral" drop column "name_searched";--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "name_searched" text GENERATED ALWAYS AS (search_key(same_key(first_name || ' ' || last_name))) STORED;--> statement-breakpoint
CREATE INDEX "referral_name_search" ON "referral" USING gin (string_to_array("name_searched", ' ')) WITH (fastupdate=false) WHERE "referral"."deleted_at" is null and "referral"."hold_reason" is null;--> statement-breakpoint
CREATE INDEX "referral_same_name" ON "referral" USING btree (compared_name(same_key("first_name" || ' ' || "last_name")),"dob",compared_phone("contact_number")) WHERE "referral"."deleted_at" is null and "referral"."hold_reason" is null;--> statement-breakpoint
CREATE INDEX "referral_same_phone" ON "referral" USING btree ("dob",compared_phone("contact_number")) WHERE "referral"."deleted_at" is null and "referral"."hold_reason" is null;--> statement-breakpoint
CREATE INDEX "account_by_text" ON "account" USING gin ((search_key(same_key("fullname" || ' ' || "username"))) gin_trgm_ops);--> statement-breakpoint
TRUNCATE "name_word", "name_word_change";--> statement-breakpoint
INSERT INTO "name_word" ("word", "count")
  SELECT word, count(*) FROM "referral", unnest(string_to_array("name_searched", ' ')) word
  WHERE "deleted_at" IS NULL AND "hold_reason" IS NULL
  GROUP BY word;--> statement-breakpoint
ANALYZE "name_word";--> statement-breakpoint
ANALYZE "referral";--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "namesake" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Sites whose names are the same by the new key stay as they are; the oldest has the number 0.
UPDATE "site" SET "namesake" = same.number
  FROM (
    SELECT "id", row_number() OVER (PARTITION BY same_key("name") ORDER BY "created_at", "id") - 1 AS number
    FROM "site" WHERE "deleted_at" IS NULL) same
  WHERE "site"."id" = same."id" AND same.number > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "site_live_name" ON "site" USING btree (same_key("name"),"namesake") WHERE "site"."deleted_at" is null;
