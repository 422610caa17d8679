/** The most used passwords of published leaks, Russian and English, as far as they are long enough to be tried here. */
const mostUsed = new Set(
  `00000000 0123456789 0987654321 1029384756 10203040 11111111 111111111 1111111111 11112222 11223344 1122334455 112233445566
  12121212 123123123 123123123a 123321123 1234512345 123454321 12345678 123456780 1234567890 12345678910 1234567891
  123456789 123456789a 123456789q 123456a1 123456aa 123456abc 1234567a 1234567q 12345678a 12345678q 1234567890q
  12345qwer 12345qwert 1234abcd 1234qwer 123456qwe 123456qwerty 123698745 123qweasd 123qweasdzxc 12341234 13131313
  13579246 147258369 14725836 147852369 159357456 159753456 1a2b3c4d 1q1q1q1q 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
  1qaz2wsx3edc 1qazxsw2 1w2q3r4e 20202020 22222222 22446688 23232323 24682468 25802580 31415926 33333333 44444444
  55555555 66666666 74108520 741852963 77777777 78945612 789456123 7894561230 87654321 88888888 963852741 987654321
  9876543210 98765432 99999999 a1234567 a12345678 a123456789 a1b2c3d4 a1s2d3f4 aa123456 aaaaaaaa abc12345 abcd1234
  abcdefgh abcdefg1 abrakadabra access14 admin123 admin1234 administrator alexander alexandra alexandr aleksandr
  anastasia anastasiya andromeda asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl asdfghjkl1 azertyuiop babygirl
  babygirl1 baseball basketball batman123 blink182 butterfly caroline champion changeme charlie1 chelsea1 chocolate
  computer concordia creative danielle december december1 dragon123 ekaterina elephant elizabeth evgeniya facebook
  fktrcfylh football football1 football123 freedom1 gfhjkm123 gfhjkmgfhjkm ghbdtnbr ghbdtn123 guitar123 hello123
  hello1234 homeland iloveyou iloveyou1 iloveyou2 internet internet1 jennifer jordan23 jonathan killer123 konstantin
  krasotka kristina letmein1 letmein123 liverpool liverpool1 lol123456 lovelove loveyou1 madeline margarita marina123
  master123 mercedes michael1 michelle midnight monkey12 monkey123 mustang1 myspace1 natasha1 newyork1 nicholas nikita123
  ohmygod1 p@ssw0rd p@ssword pa55word pass1234 passport passw0rd password password! password1 password12 password123
  password1234 password2 patricia pokemon1 pokemon123 princess princess1 privet123 q1234567 q12345678 q123456789 q1q1q1q1
  q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qaz12345 qazwsx12 qazwsx123 qazwsxedc qazwsxedc123 qazwsxedcrfv qqqqqqqq qw123456
  qwaszx12 qweasd123 qweasdzxc qweasdzxc123 qweqweqwe qwer1234 qwerasdf qwerqwer qwert123 qwert12345 qwertasdfg
  qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyqwerty qwertyui qwertyuio qwertyuiop qwertyuiop1
  rammstein rfhnjirf samantha samsung1 samsung123 scorpion secret123 sergey123 shadow12 sh4d0wpass slipknot spartak1
  spartak1922 spiderman spongebob starwars starwars1 sunshine sunshine1 superman superman1 svetlana telephone tinkerbell
  trustno1 trustnoone undertaker valentina victoria vkontakte vladimir vladislav volkswagen welcome1 welcome123 whatever
  william1 xxxxxxxx yaroslav yfnfif123 ytrewq123 z1x2c3v4 z1x2c3v4b5 zaq12wsx zaq1zaq1 zaqwsxcde zaqxswcde zasada123
  zenit2008 zxasqw12 zxc12345 zxcvbnm1 zxcvbnm12 zxcvbnm123 zxcvbnm, zxcvzxcv zxczxczxc zzzzzzzz
  йцукенгш йцукен123 йцукенгшщз йцукенгшщзх 1йцукенг привет123 пароль123 парольпароль пароль12 любимая1 любовь123
  солнышко зайка123 максим123 марина123 наташа123 екатерина анастасия александр александра владимир россия1 спартак1`
    .split(/\s+/)
    .map((word) => word.normalize("NFKC")),
);

/** True for a password that is tried first: one of the most used, a single character repeated, or the email itself. */
export function isWeakPassword(password: string, email: string): boolean {
  const typed = password.normalize("NFKC").toLowerCase();
  const mail = email.toLowerCase();
  return mostUsed.has(typed) || new Set(typed).size === 1 || typed === mail || typed === mail.split("@")[0];
}
