/** item ; question ; answer | other spellings ; title of the article in English Wikipedia. Sorted, frozen. */
export const EVENTS_2024 = `
2024-01-ao-men ; Who won the men's singles at the Australian Open in January 2024? ; Jannik Sinner | Sinner ; 2024 Australian Open
2024-01-college-football ; Which university won the College Football Playoff National Championship game of January 2024? ; Michigan | Michigan Wolverines | University of Michigan ; 2024 College Football Playoff National Championship
2024-01-darts ; Who won the final of the PDC World Darts Championship played in January 2024? ; Luke Humphries | Humphries ; 2024 PDC World Darts Championship
2024-01-door-plug ; Which airline's Boeing 737 lost a door plug in flight in January 2024? ; Alaska Airlines | Alaska ; Alaska Airlines Flight 1282
2024-01-france ; Who was appointed prime minister of France in January 2024? ; Gabriel Attal | Attal ; Gabriel Attal
2024-01-moon ; Which country soft-landed a spacecraft on the Moon in January 2024? ; Japan ; Smart Lander for Investigating Moon
2024-01-taiwan ; Who won the presidential election in Taiwan in January 2024? ; Lai Ching-te | William Lai | Lai ; 2024 Taiwanese presidential election
2024-02-afcon ; Which country won the Africa Cup of Nations final played in February 2024? ; Ivory Coast | Côte d'Ivoire ; 2023 Africa Cup of Nations
2024-02-berlin ; Which film won the Golden Bear at the Berlin festival in February 2024? ; Dahomey ; 74th Berlin International Film Festival
2024-02-daytona ; Which driver won the Daytona 500 in February 2024? ; William Byron | Byron ; 2024 Daytona 500
2024-02-finland ; Who won the run-off of the presidential election in Finland in February 2024? ; Alexander Stubb | Stubb ; 2024 Finnish presidential election
2024-02-hamilton ; Which Formula One team did Lewis Hamilton announce in February 2024 he would drive for from 2025? ; Ferrari | Scuderia Ferrari ; Lewis Hamilton
2024-02-hungary ; Whom did the Hungarian parliament elect as president of Hungary in February 2024? ; Tamás Sulyok | Sulyok ; Tamás Sulyok
2024-02-indonesia ; Who won the presidential election held in Indonesia in February 2024? ; Prabowo Subianto | Prabowo ; 2024 Indonesian presidential election
2024-02-moon ; Which company's spacecraft landed on the Moon in February 2024? ; Intuitive Machines ; IM-1
2024-03-abel ; Which mathematician was named in March 2024 as winner of the Abel Prize? ; Michel Talagrand | Talagrand ; Michel Talagrand
2024-03-bridge ; What was the name of the container ship that brought down the Francis Scott Key Bridge in March 2024? ; Dali | MV Dali ; Francis Scott Key Bridge collapse
2024-03-concert-hall ; Which concert hall near Moscow was attacked by gunmen in March 2024? ; Crocus City Hall | Crocus ; Crocus City Hall attack
2024-03-oscars-actress ; Who won the Academy Award for Best Actress in March 2024? ; Emma Stone ; 96th Academy Awards
2024-03-portugal ; Who led the alliance that won the legislative election in Portugal in March 2024? ; Luís Montenegro | Montenegro ; 2024 Portuguese legislative election
2024-03-senegal ; Who won the presidential election in Senegal in March 2024? ; Bassirou Diomaye Faye | Diomaye Faye | Bassirou Faye | Faye ; 2024 Senegalese presidential election
2024-03-wales ; Who became First Minister of Wales in March 2024? ; Vaughan Gething | Gething ; Vaughan Gething
2024-04-bundesliga ; Which club won its first German Bundesliga title in April 2024? ; Bayer Leverkusen | Bayer 04 Leverkusen | Leverkusen ; 2023–24 Bundesliga
2024-04-chess-candidates ; Who won the Candidates Tournament in chess that ended in April 2024? ; Gukesh Dommaraju | Gukesh D | D. Gukesh | D Gukesh | Dommaraju Gukesh | Gukesh ; Candidates Tournament 2024
2024-04-grand-national ; Which horse won the Grand National in April 2024? ; I Am Maximus ; 2024 Grand National
2024-04-ireland ; Who became Taoiseach of Ireland in April 2024? ; Simon Harris | Harris ; Simon Harris
2024-04-ncaa-women ; Which university won the NCAA women's basketball championship in April 2024? ; South Carolina | South Carolina Gamecocks | University of South Carolina ; 2024 NCAA Division I women's basketball championship game
2024-04-slovakia ; Who won the run-off of the presidential election in Slovakia in April 2024? ; Peter Pellegrini | Pellegrini ; 2024 Slovak presidential election
2024-05-boxing ; Who beat Tyson Fury in May 2024 to become undisputed heavyweight boxing champion? ; Oleksandr Usyk | Usyk ; Tyson Fury vs Oleksandr Usyk
2024-05-cannes ; Which film won the Palme d'Or at the Cannes festival in May 2024? ; Anora ; 2024 Cannes Film Festival
2024-05-europa-league ; Which club won the UEFA Europa League final in May 2024? ; Atalanta | Atalanta BC | Atalanta Bergamo ; 2024 UEFA Europa League final
2024-05-eurovision ; Who won the Eurovision Song Contest in May 2024? ; Nemo | Nemo Mettler ; Eurovision Song Contest 2024
2024-05-kentucky-derby ; Which horse won the Kentucky Derby in May 2024? ; Mystik Dan ; 2024 Kentucky Derby
2024-05-panama ; Who won the presidential election in Panama in May 2024? ; José Raúl Mulino | Raúl Mulino | José Mulino | Mulino ; 2024 Panamanian general election
2024-05-shooting ; Which European prime minister was shot in May 2024? ; Robert Fico | Fico ; Attempted assassination of Robert Fico
2024-06-golf-us-open ; Which golfer won the men's U.S. Open in June 2024? ; Bryson DeChambeau | DeChambeau ; 2024 U.S. Open (golf)
2024-06-iceland ; Who won the presidential election in Iceland in June 2024? ; Halla Tómasdóttir | Tómasdóttir ; 2024 Icelandic presidential election
2024-06-mexico ; Who won the presidential election in Mexico in June 2024? ; Claudia Sheinbaum | Claudia Sheinbaum Pardo | Sheinbaum ; 2024 Mexican general election
2024-06-nba ; Which team won the NBA Finals in June 2024? ; Boston Celtics | Boston | Celtics ; 2024 NBA Finals
2024-06-stanley-cup ; Which team won the Stanley Cup in June 2024? ; Florida Panthers | Florida | Panthers ; 2024 Stanley Cup Finals
2024-06-t20 ; Which country won the men's T20 World Cup final in June 2024? ; India ; 2024 Men's T20 World Cup
2024-07-euro ; Which country won the men's European football championship in July 2024? ; Spain ; UEFA Euro 2024
2024-07-golf-open ; Which golfer won the Open Championship in July 2024? ; Xander Schauffele | Schauffele ; 2024 Open Championship
2024-07-iran ; Who won the run-off of the presidential election in Iran in July 2024? ; Masoud Pezeshkian | Pezeshkian ; 2024 Iranian presidential election
2024-07-netherlands ; Who became prime minister of the Netherlands in July 2024? ; Dick Schoof | Schoof ; Dick Schoof
2024-07-outage ; Which company's faulty update caused a worldwide IT outage in July 2024? ; CrowdStrike | Crowd Strike ; 2024 CrowdStrike-related IT outages
2024-07-running-mate ; Whom did Donald Trump choose as his running mate in July 2024? ; JD Vance | J. D. Vance | James David Vance | Vance ; JD Vance
2024-07-wimbledon-women ; Who won the women's singles at Wimbledon in July 2024? ; Barbora Krejčíková | Krejčíková ; 2024 Wimbledon Championships
2024-08-100m-men ; Who won the men's 100 metres at the Olympic Games in August 2024? ; Noah Lyles | Lyles ; Athletics at the 2024 Summer Olympics – Men's 100 metres
2024-08-100m-women ; Who won the women's 100 metres at the Olympic Games in August 2024? ; Julien Alfred | Alfred ; Athletics at the 2024 Summer Olympics – Women's 100 metres
2024-08-arrest ; Which technology founder was arrested at an airport near Paris in August 2024? ; Pavel Durov | Durov ; Pavel Durov
2024-08-bangladesh ; Who became head of the interim government of Bangladesh in August 2024? ; Muhammad Yunus | Mohammad Yunus | Yunus ; Muhammad Yunus
2024-08-running-mate ; Whom did Kamala Harris choose as her running mate in August 2024? ; Tim Walz | Walz ; Tim Walz
2024-08-thailand ; Who was elected prime minister of Thailand in August 2024? ; Paetongtarn Shinawatra | Paetongtarn | Shinawatra ; Paetongtarn Shinawatra
2024-09-emmys ; Which series won the Emmy for best drama series in September 2024? ; Shōgun | Shogun ; 76th Primetime Emmy Awards
2024-09-france ; Who was appointed prime minister of France in September 2024? ; Michel Barnier | Barnier ; Michel Barnier
2024-09-japan ; Whom did Japan's Liberal Democratic Party elect as its leader in September 2024? ; Shigeru Ishiba | Ishiba Shigeru | Ishiba ; Shigeru Ishiba
2024-09-sri-lanka ; Who won the presidential election in Sri Lanka in September 2024? ; Anura Kumara Dissanayake | Anura Dissanayake | Dissanayake ; 2024 Sri Lankan presidential election
2024-09-us-open-men ; Who won the men's singles at the US Open tennis tournament in September 2024? ; Jannik Sinner | Sinner ; 2024 US Open (tennis)
2024-09-venice ; Which film won the Golden Lion at the Venice festival in September 2024? ; The Room Next Door | Room Next Door ; 81st Venice International Film Festival
2024-10-ballon-dor ; Which man won the Ballon d'Or awarded in October 2024? ; Rodri | Rodrigo Hernández | Rodri Hernández ; 2024 Ballon d'Or
2024-10-botswana ; Who won the general election held in Botswana in October 2024, thus becoming president? ; Duma Boko | Boko ; 2024 Botswana general election
2024-10-nobel-literature ; Who won the Nobel Prize in Literature announced in October 2024? ; Han Kang | Kang Han ; 2024 Nobel Prize in Literature
2024-10-nobel-peace ; Who won the Nobel Peace Prize announced in October 2024? ; Nihon Hidankyo | Nihon Hidankyō | Hidankyo ; 2024 Nobel Peace Prize
2024-10-t20-women ; Which country won the women's T20 World Cup in October 2024? ; New Zealand ; 2024 ICC Women's T20 World Cup
2024-10-vietnam ; Who was elected president of Vietnam in October 2024? ; Lương Cường | Luong Cuong ; Lương Cường
2024-10-world-series ; Which team won baseball's World Series in October 2024? ; Los Angeles Dodgers | LA Dodgers | Dodgers ; 2024 World Series
2024-11-booker ; Which novelist won the Booker Prize in November 2024? ; Samantha Harvey | Harvey ; 2024 Booker Prize
2024-11-chief-of-staff ; Whom did Donald Trump name in November 2024 as White House chief of staff? ; Susie Wiles | Wiles ; Susie Wiles
2024-11-conservatives ; Who was elected leader of the British Conservative Party in November 2024? ; Kemi Badenoch | Badenoch ; 2024 Conservative Party leadership election
2024-11-mauritius ; Who became prime minister of Mauritius in November 2024? ; Navin Ramgoolam | Ramgoolam ; 2024 Mauritian general election
2024-11-melbourne-cup ; Which horse won the Melbourne Cup in November 2024? ; Knight's Choice | Knights Choice ; 2024 Melbourne Cup
2024-11-romania ; Who came first in the first round of the presidential election in Romania in November 2024? ; Călin Georgescu | Georgescu ; 2024 Romanian presidential election
2024-11-uruguay ; Who won the run-off of the presidential election in Uruguay in November 2024? ; Yamandú Orsi | Orsi ; 2024 Uruguayan general election
2024-12-chess ; Who won the World Chess Championship match of December 2024? ; Gukesh Dommaraju | Gukesh D | D. Gukesh | D Gukesh | Dommaraju Gukesh | Gukesh ; World Chess Championship 2024
2024-12-constructors ; Which team won the Formula One constructors' championship decided in December 2024? ; McLaren | McLaren Mercedes ; 2024 Formula One World Championship
2024-12-france ; Who was appointed prime minister of France in December 2024? ; François Bayrou | Bayrou ; François Bayrou
2024-12-georgia ; Whom did an electoral college in Tbilisi elect as president of Georgia in December 2024? ; Mikheil Kavelashvili | Mikhail Kavelashvili | Kavelashvili ; Mikheil Kavelashvili
2024-12-ghana ; Who won the presidential election in Ghana in December 2024? ; John Mahama | John Dramani Mahama | Mahama ; 2024 Ghanaian general election
2024-12-heisman ; Which player won the Heisman Trophy in December 2024? ; Travis Hunter | Hunter ; Travis Hunter
2024-12-martial-law ; In which country did the president declare martial law on 3 December 2024? ; South Korea | Republic of Korea ; 2024 South Korean martial law crisis
`;
